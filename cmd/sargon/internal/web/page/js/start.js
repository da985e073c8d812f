// Starts the page. From a server, its files are had by their names. In a folder that was opened
// without one, as on a USB stick, browsers refuse modules, workers and data, and in the frame of
// an article that is a sandbox some of them: there everything is in files.js too, and gets a name
// of its own here.
"use strict";
/** Begins the page as soon as all of it is there. @param {string} app the address of js/app.js
 * @returns {Promise<unknown>} ends when it has begun */
const begin = (app) => document.readyState === "loading"
  ? new Promise((resolve) => addEventListener("DOMContentLoaded", () => resolve(import(app))))
  : import(app);

/** Begins to fetch the program, to unpack and compile it while it comes: see program.js, whose address
 * is script. @param {string} script @param {Promise<Response>} coming */
function fetchProgram(script, coming) {
  const worker = new Worker(script);
  globalThis.sargonFetched = { bytes: 0, of: 0 };
  globalThis.sargonProgram = new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { program, error } }) => {
      if (program) resolve(program);
      else reject(new Error(error));
      worker.terminate();
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    coming.then(async ({ ok, status, headers, body }) => {
      if (!ok || !body) throw new Error(`sargon.wasm.lzma: ${status}`);
      const reader = body.getReader();
      sargonFetched.of = Number(headers.get("Content-Length"));
      for (let part; !(part = await reader.read()).done;) {
        sargonFetched.bytes += part.value.length;
        worker.postMessage(part.value, [part.value.buffer]);
      }
      worker.postMessage(null);
    }).catch(reject);
  });
  sargonProgram.catch(() => {}); // it is said when it is wanted
}

if (location.protocol !== "file:" && self.origin !== "null") {
  // All at once: what others need is known only when they have come.
  globalThis.sargonEarly = new Map();
  // The view of the address has its place from the first picture on: before anything of the page's
  // body is shown.
  const asked = new URLSearchParams(location.hash.slice(1)), view = asked.get("view") ?? "";
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    if (view === "demo") document.body.dataset.view = view;
    if (["tour", "inside", "story"].includes(view)) document.body.dataset.view = "inside";
    document.body.classList.toggle("tour", view === "tour");
  }).observe(document.documentElement, { childList: true });
  const { modules = "", languages = "" } = document.currentScript?.dataset ?? {};
  const link = (/** @type {Partial<HTMLLinkElement>} */ how) =>
    document.head.append(Object.assign(document.createElement("link"), how));
  const spoken = [asked.get("lang"), ...navigator.languages]
    .map((wanted) => wanted?.slice(0, 2)).find((code) => code && languages.split(" ").includes(code));
  // A kiosk's language is the staff's, which is not known here.
  for (const href of ["config.json", "rom.json", ...languages ? [`lang/${spoken ?? "en"}.json`] : []]) {
    const come = fetch(href);
    come.catch(() => {}); // it is said when it is wanted
    globalThis.sargonEarly.set(href, come);
  }
  const scripts = modules.trim().split(" ").map((href) => new Promise((onload) =>
    link({ rel: "modulepreload", href, onload, onerror: onload })));
  // The program is four fifths of all. It comes last: over HTTP/2, which has one connection for all,
  // the scripts would wait for it, and the visitor's first move for them. Where nothing is preloaded
  // they are there when the page has begun.
  const come = Promise.race([Promise.all(scripts), begin("./app.js")]);
  fetchProgram("js/program.js", come.then(() => fetch("sargon.wasm.lzma")));
} else {
  const script = document.createElement("script");
  script.src = "files.js";
  script.onload = () => {
    /** @type {Map<string, string>} */
    const names = new Map();
    const bytes = (/** @type {string} */ file) =>
      Uint8Array.from(atob(sargonFiles[file]), (c) => c.charCodeAt(0));
    /** Returns a module, with the others by the names they have here; that of Go is in the
     * worker's.
     * @param {string} file @returns {string} */
    const module = (file) => new TextDecoder().decode(bytes(file))
      .replace(/^import "\.\/(wasm_exec\.js)";/m, (_, other) => module(`js/${other}`))
      .replace(/^(import (?:[^"]* from )?)"\.\/([^"]+)"/gm,
        (_, words, other) => `${words}"${nameOf(`js/${other}`)}"`);
    const nameOf = (/** @type {string} */ file) => {
      let name = names.get(file);
      if (!name) {
        const script = file.endsWith(".js");
        name = URL.createObjectURL(script
          ? new Blob([module(file)], { type: "text/javascript" }) : new Blob([bytes(file)]));
        names.set(file, name);
      }
      return name;
    };
    globalThis.sargonFile = nameOf;
    fetchProgram(nameOf("js/program.js"), fetch(nameOf("sargon.wasm.lzma")));
    begin(nameOf("js/app.js"));
  };
  document.head.append(script);
}
