import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

/**
 * A program: the least work of an HTTP endpoint that answers after a commit. Parses JSON and inserts one row into the
 * database of DATABASE_URL. Prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 });

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

await pool.query('CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, body jsonb NOT NULL)');

const server = createServer((request, response) => {
  void (async () => {
    const id = randomUUID();
    await pool.query('INSERT INTO bare (id, body) VALUES ($1, $2)', [id, await readJson(request)]);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ lead_id: id }));
  })().catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : '');
});
