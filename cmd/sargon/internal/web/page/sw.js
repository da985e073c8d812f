// Keeps the page for times without a network, or before the server of an exhibit is up. What the
// server says is newer than what is kept.
const place = "sargon78";
const patience = 3000; // milliseconds for a server that does not answer, before what is kept is shown

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
