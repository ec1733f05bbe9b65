import { DraftEntity } from './entities/draft.entity.js';
import { UserEntity } from './entities/user.entity.js';
import { CreateAccounts1790000000000 } from './migrations/1790000000000-create-accounts.js';

export const database = { schema: 'accounts', entities: [UserEntity, DraftEntity] };
export const migrations = [CreateAccounts1790000000000];
