// A plain static server, as plain as they come: files below a path, the few types every server
// knows, no other header. `node serve.js FOLDER PORT PATH`

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";

const TYPES = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/**
 * Serves the files of a folder below a path; answers with the running server. While its `cut` is
 * true, it answers as little as a network that is not there.
 * @param {string} folder
 * @param {number} port 0 for a free one
 * @param {string} path begins and ends with a slash
 */
export function serve(folder, port, path) {
  const server = createServer(async (request, response) => {
    if (server.cut) {
      request.socket.destroy();
      return;
    }
    const asked = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const name = asked.endsWith("/") ? `${asked}index.html` : asked;
    const file = join(folder, normalize(name.slice(path.length - 1)));
    const found =
      name.startsWith(path) && (await stat(file).catch(() => null))?.isFile() ? file : null;
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    });
    createReadStream(file).pipe(response);
  });
  server.cut = false;
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port, path] = process.argv.slice(2);
  await serve(folder, Number(port), path);
  console.log(`Serving ${folder} on http://127.0.0.1:${port}${path} (Ctrl-C ends).`);
}
