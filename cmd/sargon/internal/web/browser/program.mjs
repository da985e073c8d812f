// Starts the server and Chromium. SARGON names the program, CHROMIUM the browser.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

/**
 * Starts `sargon serve`, with a new folder for its files.
 * @returns {Promise<{url: string, stop: () => void}>}
 */
export function serve(...flags) {
  const state = mkdtempSync(join(tmpdir(), "sargon-"));
  const child = spawn(process.env.SARGON, ["serve", "--addr", "127.0.0.1:0", ...flags],
    { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, XDG_STATE_HOME: state } });
  const stop = () => {
    child.kill();
    rmSync(state, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once("line", (line) =>
      resolve({ url: line.match(/http:\S+/)[0], stop }));
    child.on("exit", () => reject(new Error("sargon serve has ended")));
    child.on("error", reject);
  });
}

/** Starts the browser. */
export const launch = (...flags) => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", ...flags],
});
