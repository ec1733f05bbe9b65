import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';

/**
 * A program of its own: the least an HTTP endpoint can do that answers after a commit. It parses JSON and inserts one
 * row. DATABASE_URL: where the table is. Prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 });

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

await pool.query('CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, body jsonb NOT NULL)');

const server = createServer((request, response) => {
  void (async () => {
    const id = randomUUID();
    await pool.query('INSERT INTO bare (id, body) VALUES ($1, $2)', [id, await bodyOf(request)]);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ lead_id: id }));
  })().catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : '');
});
