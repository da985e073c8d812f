// Keeps the page for times without a network, or before the server of an exhibit is up. What the
// server says is newer than what is kept.
const place = "sargon78";

addEventListener("install", (e) => e.waitUntil((async () => {
  const names = await (await fetch("kept.json")).json();
  await (await caches.open(place)).addAll(names);
  await skipWaiting();
})()));
addEventListener("activate", (e) => e.waitUntil(clients.claim()));
addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET" || /\/(api\/|staff)/.test(new URL(request.url).pathname)) return;
  e.respondWith(fetch(request).then((response) => {
    const copy = response.clone();
    if (response.ok) e.waitUntil(caches.open(place).then((kept) => kept.put(request, copy)));
    return response;
  }, async () => await caches.match(request, { ignoreVary: true }) ?? Response.error()));
});
