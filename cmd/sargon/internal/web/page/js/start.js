// Starts the page. A page from a server loads its files by their names. If the page was opened from a
// folder, as on a USB stick, browsers refuse modules, workers and data; in a sandboxed frame of an
// article they refuse some of them. For these cases files.js contains all files too, and this script
// gives each an address of its own.
"use strict";
/** Begins the page as soon as its HTML is complete. @param {string} app the address of js/app.js
 * @returns {Promise<unknown>} resolves when it has begun */
const begin = (app) => document.readyState === "loading"
  ? new Promise((resolve) => addEventListener("DOMContentLoaded", () => resolve(import(app))))
  : import(app);

/** Passes the program to a worker while it is being loaded. The worker unpacks and compiles it.
 * @param {string} script the address of program.js @param {Promise<Response>} coming */
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
  sargonProgram.catch(() => {}); // an error is reported when the program is used
}

if (location.protocol !== "file:" && self.origin !== "null") {
  // Fetch everything at once: a browser would find out what a script needs only after loading it.
  globalThis.sargonEarly = new Map();
  // Choose the view of the address before the browser shows anything of the body, so that nothing moves
  // later.
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
  // In a kiosk the staff chooses the language, which is not known here.
  for (const href of ["config.json", "rom.json", ...languages ? [`lang/${spoken ?? "en"}.json`] : []]) {
    const come = fetch(href);
    come.catch(() => {}); // an error is reported when the file is used
    globalThis.sargonEarly.set(href, come);
  }
  const scripts = modules.trim().split(" ").map((href) => new Promise((onload) =>
    link({ rel: "modulepreload", href, onload, onerror: onload })));
  // The program is four fifths of all bytes, and it is fetched last. HTTP/2 has one connection for all
  // files: otherwise the scripts would wait for the program, and the visitor's first move for the
  // scripts. In a browser that does not preload, the scripts are loaded when the page has begun.
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
    /** Returns the text of a module, which imports other modules by the addresses that they have here.
     * The module of Go becomes part of the worker's.
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
