import { Customer } from './entities/customer.entity.js';
import { ProviderEvent } from './entities/provider-event.entity.js';
import { Purchase } from './entities/purchase.entity.js';
import { CreateBilling1790000002000 } from './migrations/1790000002000-create-billing.js';
import { FindPayments1790000012000 } from './migrations/1790000012000-find-payments.js';
import { PaymentTotals1790000013000 } from './migrations/1790000013000-payment-totals.js';

export const database = { schema: 'billing', entities: [Customer, Purchase, ProviderEvent] };
export const migrations = [CreateBilling1790000002000, FindPayments1790000012000, PaymentTotals1790000013000];
