import { runDatabaseCommand } from '@desk/service-kit';
import { database } from '../database/data-source.js';
import { type Person, PersonRepository } from '../retention/person.repository.js';

type Request =
  | { readonly action: 'export' | 'prepare-erasure'; readonly person: Person }
  | {
      readonly action: 'erase';
      readonly leadIds: readonly string[];
      readonly deliveredIds: readonly string[];
    };

await runDatabaseCommand<Request>(database.schema, async (dataSource, request) => {
  const persons = new PersonRepository(dataSource);
  switch (request.action) {
    case 'export':
      return persons.export(request.person);
    case 'prepare-erasure':
      return { leads: await persons.prepareErasure(request.person) };
    case 'erase':
      return persons.erase(request.leadIds, request.deliveredIds);
  }
});
