import { DataCipher, runDatabaseCommand } from '@desk/service-kit';
import { exportBuyer, getBuyerStatus } from '../buyer-erasure/buyer-status.repository.js';
import { database } from '../database/data-source.js';
import { type Person, PersonRepository } from '../retention/person.repository.js';

type Request =
  | { readonly action: 'export-agent' | 'agent-status'; readonly buyerId: string }
  | { readonly action: 'export' | 'prepare-erasure'; readonly person: Person }
  | {
      readonly action: 'erase';
      readonly leadIds: readonly string[];
      readonly deliveredIds: readonly string[];
    };

await runDatabaseCommand<Request>(database.schema, async (dataSource, request) => {
  const cipher = new DataCipher(process.env['DATA_KEYS'] ?? '');
  const persons = new PersonRepository(dataSource, cipher);
  switch (request.action) {
    case 'export-agent':
      return exportBuyer(dataSource, cipher, request.buyerId);
    case 'agent-status':
      return getBuyerStatus(dataSource, request.buyerId);
    case 'export':
      return persons.export(request.person);
    case 'prepare-erasure':
      return { leads: await persons.prepareErasure(request.person) };
    case 'erase':
      return persons.erase(request.leadIds, request.deliveredIds);
  }
});
