// Files, and messages from and to the server. A page from plain files has config.json only.

/** The address of a file of the page; see start.js. @param {string} name */
export const file = (name) => globalThis.sargonFile?.(name) ?? new URL(name, document.baseURI).href;
/** Loads one, or says why not. @param {string} name */
export async function load(name) {
  const early = globalThis.sargonEarly?.get(name);
  globalThis.sargonEarly?.delete(name);
  const response = await (early ?? fetch(file(name)));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}
/** A page from a folder may have no workers of modules, only of one script. */
export const moduleWorkers = !globalThis.sargonFile;

/** What a page is, until the server says otherwise. @type {Config} */
export let config = {
  kiosk: false, idle: 90, wait: 8, wall: false, languages: [{ code: "en", name: "English" }],
  language: "", volume: 0, public: "",
};

/** Takes other settings. @param {Partial<Config>} changes */
export function configure(changes) { config = { ...config, ...changes }; }

export async function loadConfig() {
  try {
    configure(await (await load("config.json")).json());
  } catch { /* the page works without */ }
}

/** Picks a language that there is: one of those wanted, or one of the browser's, or English.
 * @param {(string | null)[]} wanted */
export function pickLanguage(...wanted) {
  const known = config.languages.map((l) => l.code);
  const browsers = navigator.languages.map((l) => l.slice(0, 2));
  return [...wanted, ...browsers].find((l) => l && known.includes(l)) ?? "en";
}

const retryMillis = 3000;

/** Listens to a stream of events, and begins again whenever the server goes away or has no room.
 * @param {string} path @param {Record<string, (data: any) => void>} hear by the kinds of events
 * @param {(away: boolean) => void} [gone] is called when the server goes and comes */
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

/** Sends something to the server. @param {string} path @param {object} what */
export const post = (path, what) => fetch(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what),
});
