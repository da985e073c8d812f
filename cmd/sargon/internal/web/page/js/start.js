// Starts the page. From a server, its files are had by their names. In a folder that was opened
// without one, as on a USB stick, browsers refuse modules, workers and data: there everything is
// in files.js too, which `sargon site` writes, and gets a name of its own here.
"use strict";
if (location.protocol !== "file:") {
  import("./app.js");
} else {
  const script = document.createElement("script");
  script.src = "files.js";
  script.onload = () => {
    const names = new Map();
    const bytes = (file) => Uint8Array.from(atob(sargonFiles[file]), (c) => c.charCodeAt(0));
    // A module, with the others it names: by the names they have here, or whole.
    const module = (file) => new TextDecoder().decode(bytes(file))
      .replace(/^(import .* from )"\.\/([^"]+)"/gm, (all, words, other) => `${words}"${nameOf(`js/${other}`)}"`)
      .replace(/^import "\.\/([^"]+)";/gm, (all, other) => module(`js/${other}`));
    const nameOf = (file) => {
      if (!names.has(file)) {
        const blob = file.endsWith(".js") ? new Blob([module(file)], { type: "text/javascript" }) : new Blob([bytes(file)]);
        names.set(file, URL.createObjectURL(blob));
      }
      return names.get(file);
    };
    globalThis.sargonFile = nameOf;
    import(nameOf("js/app.js"));
  };
  document.head.append(script);
}
