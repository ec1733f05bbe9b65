import { Customer } from './entities/customer.entity.js';
import { ProviderEvent } from './entities/provider-event.entity.js';
import { Purchase } from './entities/purchase.entity.js';
import { CreateBilling1790000002000 } from './migrations/1790000002000-create-billing.js';

export const database = { schema: 'billing', entities: [Customer, Purchase, ProviderEvent] };
export const migrations = [CreateBilling1790000002000];
