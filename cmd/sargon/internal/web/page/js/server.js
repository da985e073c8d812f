// Loads files, and exchanges messages with the server. A static site has the file config.json in place
// of these messages.

/** Returns the address of a file of the page; see start.js. @param {string} name */
export const file = (name) => globalThis.sargonFile?.(name) ?? new URL(name, document.baseURI).href;
/** Loads a file of the page. An error says why that is not possible. @param {string} name */
export async function load(name) {
  const early = globalThis.sargonEarly?.get(name);
  globalThis.sargonEarly?.delete(name);
  const response = await (early ?? fetch(file(name)));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}
/** Whether workers may be modules. On a page that was opened from a folder they are one script. */
export const moduleWorkers = !globalThis.sargonFile;

/** The settings of the page; these are the defaults until the server sends others. @type {Config} */
export let config = {
  kiosk: false, idle: 90, wait: 8, wall: false, languages: [{ code: "en", name: "English" }],
  language: "", volume: 0, public: "",
};

/** Changes settings. @param {Partial<Config>} changes */
export function configure(changes) { config = { ...config, ...changes }; }

export async function loadConfig() {
  try {
    configure(await (await load("config.json")).json());
  } catch { /* the page works without */ }
}

/** Returns the first language that exists of those wanted, then of the browser's; otherwise English.
 * @param {(string | null)[]} wanted */
export function pickLanguage(...wanted) {
  const known = config.languages.map((l) => l.code);
  const browsers = navigator.languages.map((l) => l.slice(0, 2));
  return [...wanted, ...browsers].find((l) => l && known.includes(l)) ?? "en";
}

const retryMillis = 3000;

/** Listens to a stream of events. It connects again whenever the server goes away or is full.
 * @param {string} path @param {Record<string, (data: any) => void>} hear a function for each kind of
 * event @param {(away: boolean) => void} [gone] called when the server goes away and comes back */
export function listen(path, hear, gone = () => {}) {
  const stream = new EventSource(path);
  for (const [kind, told] of Object.entries(hear)) {
    stream.addEventListener(kind, ({ data }) => told(JSON.parse(data)));
  }
  stream.onopen = () => gone(false);
  stream.onerror = () => {
    gone(true);
    if (stream.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    setTimeout(() => listen(path, hear, gone), retryMillis);
  };
}

/** Posts JSON to the server. @param {string} path @param {object} what */
export const post = (path, what) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what),
});
