import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toPreviewFiles } from '../mail-preview/preview-files.js';
import { mailSamples } from '../mail-preview/samples.js';

const USAGE = 'Usage: npm run mail [-- --out DIR]';

const files = toPreviewFiles(mailSamples);

async function write(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  process.stdout.write(`${mailSamples.length} emails written to ${folder}\n`);
}

/** Serves the preview to this machine only, until it is stopped. */
function serve(): void {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
    const content = files.get(name);
    const type = name.endsWith('.txt') ? 'text/plain' : 'text/html';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` });
    response.end(content ?? 'Not found');
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${mailSamples.length} emails: http://localhost:${port}/ (Ctrl-C stops)\n`);
  });
}

try {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (values.out === undefined) serve();
  else await write(values.out);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
