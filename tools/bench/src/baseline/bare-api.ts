import { createServer } from 'node:http';
import { Transport } from '@desk/bullmq-transport';
import { authenticateFunnel } from '@desk/contracts';
import pg from 'pg';

/**
 * A program: the least work of an API endpoint. `/<rpcs>/<commits>/<row>` answers after that many commands to a
 * service and that many committed UPDATEs of the row, one after the other. Prints its port.
 */
const { DATABASE_URL = '', REDIS_URL = '', MESSAGE_KEYS = '', KEY_HASH = '', ROWS = '' } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
await pool.query('CREATE TABLE toggles (id int PRIMARY KEY, enabled boolean NOT NULL)');
await pool.query('INSERT INTO toggles SELECT id, true FROM generate_series(0, $1::int - 1) AS r(id)', [ROWS]);

const { client } = await Transport.connect({
  name: 'gateway',
  url: REDIS_URL,
  messageKeys: MESSAGE_KEYS,
});

async function answer(path: string): Promise<object> {
  const [, rpcs, commits, row = '0'] = path.split('/');
  for (let count = 0; count < Number(rpcs); count += 1)
    await client.send(authenticateFunnel, { keyHash: KEY_HASH });
  for (let count = 0; count < Number(commits); count += 1) {
    const { rowCount } = await pool.query('UPDATE toggles SET enabled = NOT enabled WHERE id = $1', [row]);
    if (rowCount !== 1) throw new Error(`row ${row} does not exist`);
  }
  return { success: true };
}

const server = createServer((request, response) => {
  request.resume();
  answer(request.url ?? '').then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? address.port : '');
});
