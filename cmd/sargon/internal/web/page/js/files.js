/** The address of a file of the page; see start.js. @param {string} name */
export const file = (name) => globalThis.sargonFile?.(name) ?? new URL(name, document.baseURI).href;
/** A page from a folder may have no workers of modules, only of one script. */
export const moduleWorkers = !globalThis.sargonFile;
