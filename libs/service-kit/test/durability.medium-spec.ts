import { createDataSource, createLogger } from '@desk/service-kit';
import { createTestDatabase } from '@desk/testing';
import { expect, it } from '@jest/globals';
import { checkDurability } from '../src/database/durability.js';

it('refuses a server without fsync in production only', async () => {
  const database = await createTestDatabase();
  const { url, schema } = database.services.billing;
  const dataSource = await createDataSource({ url, schema, entities: [], poolSize: 1 }).initialize();
  const logger = createLogger('test', 'silent');
  try {
    // The servers of the tests run with fsync = off, for speed.
    await expect(checkDurability(dataSource, true, logger)).rejects.toThrow('fsync = on');
    await expect(checkDurability(dataSource, false, logger)).resolves.toBeUndefined();
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});
