// Writes the types of the API, made from the description that the server itself gives, to
// `.types/api.d.ts`; the page's JavaScript is checked against them.

import { mkdir, writeFile } from "node:fs/promises";
import openapiTypes, { astToString } from "openapi-typescript";
import { Server } from "./harness.js";

const server = await Server.start();
try {
  const description = await server.call("/openapi.json");
  const types = await openapiTypes(description, { defaultNonNullable: false });
  await mkdir(new URL(".types/", import.meta.url), { recursive: true });
  await writeFile(new URL(".types/api.d.ts", import.meta.url), astToString(types));
} finally {
  await server.stop();
}
