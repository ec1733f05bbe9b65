import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseError, OsvClient } from '../src/osv-client.js';
import { scan } from '../src/scan.js';
import { OsvStandIn } from './osv-stand-in.js';

const TODAY = '2026-11-30';
const CRITICAL = { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' };
const zlib = { ecosystem: 'Debian:12', name: 'zlib', version: '1:1.2.13' };
const pg = { ecosystem: 'npm', name: 'pg', version: '8.0.0' };

let database: OsvStandIn;
let baseUrl: string;
beforeEach(async () => {
  database = new OsvStandIn();
  baseUrl = await database.start();
});
afterEach(() => database.stop());

const createClient = (timeoutMs = 60_000, url = baseUrl): OsvClient =>
  new OsvClient({ baseUrl: url, checkTimeoutMs: timeoutMs, timeoutMs });
const scanWith = (client: OsvClient) => scan([zlib, pg], client, [], TODAY);

function addFixedAdvisory(id: string, name: string): void {
  database.advisories.set(id, {
    id,
    upstream: [`CVE of ${id}`],
    affected: [{ package: { ecosystem: 'Debian:12', name }, ranges: [{ events: [{ fixed: '2' }] }] }],
  });
  database.advisories.set(`CVE of ${id}`, { id: `CVE of ${id}`, severity: [CRITICAL] });
}

describe('scan', () => {
  it('finds nothing in an image without advisories', async () => {
    await createClient().check();
    await expect(scanWith(createClient())).resolves.toEqual([]);
  });

  it('reads every page of advisories, and the severity of their CVEs', async () => {
    const ids = ['D-1', 'D-2', 'D-3', 'D-4', 'D-5'];
    database.ids.set('zlib 1:1.2.13', ids);
    ids.forEach((id) => addFixedAdvisory(id, 'zlib'));
    const findings = await scanWith(createClient());
    expect(findings.map(({ id, level, fails }) => ({ id, level, fails }))).toEqual(
      ids.map((id) => ({ id, level: 'critical', fails: true })),
    );
  });

  it('sends at most a thousand packages at once', async () => {
    const packages = Array.from({ length: 1_001 }, (_, index) => ({ ...pg, version: `${index}.0.0` }));
    await scan(packages, createClient(), [], TODAY);
    expect(database.batchSizes).toEqual([1_000, 1]);
  });

  it('is never clean when the database fails', async () => {
    database.failingStatus = 500;
    await expect(createClient().check()).rejects.toThrow(
      new DatabaseError('the advisory database answered 500'),
    );
    await expect(scanWith(createClient())).rejects.toBeInstanceOf(DatabaseError);
  });

  it('is never clean when the database cannot be reached', async () => {
    await database.stop();
    await expect(createClient().check()).rejects.toThrow('the advisory database cannot be reached');
    await expect(scanWith(createClient())).rejects.toBeInstanceOf(DatabaseError);
    await database.start();
  });

  it('gives up when the database is silent, also in the middle of a scan', async () => {
    database.ids.set('zlib 1:1.2.13', ['D-1']);
    database.silentPath = '/v1/vulns/';
    await createClient().check();
    // Long enough for the answers that do come, on any machine.
    await expect(scanWith(createClient(5_000))).rejects.toThrow(
      'the advisory database did not answer within 5 s',
    );
    database.silentPath = '/';
    await expect(createClient(500).check()).rejects.toThrow('did not answer within 0.5 s');
  });
});
