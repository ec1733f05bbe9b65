import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';

/**
 * A program: the least work of an HTTP endpoint that answers after a commit. Parses JSON and inserts one row into the
 * database of DATABASE_URL. Sends its port to its parent.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL ?? '', max: 20 });
await pool.query('CREATE TABLE IF NOT EXISTS bare (id uuid PRIMARY KEY, body jsonb NOT NULL)');

const server = createServer((request, response) => {
  void (async () => {
    const id = randomUUID();
    await pool.query('INSERT INTO bare (id, body) VALUES ($1, $2)', [id, await json(request)]);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ lead_id: id }));
  })().catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
