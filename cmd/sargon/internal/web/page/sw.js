// Keeps a copy of the page for times without a network, or before the server of an exhibit has started.
// The server's files have precedence over the copy.
const place = "sargon78";
const patience = 3000; // milliseconds that the server has to answer, before the copy is used

addEventListener("install", (e) => e.waitUntil((async () => {
  const names = await (await fetch("kept.json")).json();
  await (await caches.open(place)).addAll(names);
  await skipWaiting();
})()));
addEventListener("activate", (e) => e.waitUntil(clients.claim()));
addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET" || /\/(api\/|staff)/.test(new URL(request.url).pathname)) return;
  const newer = fetch(request).then((response) => {
    const copy = response.clone();
    if (response.ok) e.waitUntil(caches.open(place).then((kept) => kept.put(request, copy)));
    return response;
  });
  const kept = () => caches.match(request, { ignoreVary: true });
  const late = new Promise((resolve) => setTimeout(resolve, patience)).then(kept);
  e.respondWith(Promise.race([newer, late.then((response) => response ?? newer)])
    .catch(async () => await kept() ?? Response.error()));
});
