import { page } from '@/config/pages';
import * as adminBalance from './routes/admin-balance';
import * as adminDisputes from './routes/admin-disputes';
import * as adminProblem from './routes/admin-problem';
import * as adminProblems from './routes/admin-problems';
import * as adminReceipts from './routes/admin-receipts';
import * as adminReconciliation from './routes/admin-reconciliation';

/** The routes of admins' pages about money, with their titles. */
export const adminMoneyPages = {
  adminBalance: { ...adminBalance, handle: page('Balance') },
  adminDisputes: { ...adminDisputes, handle: page('Disputes') },
  adminProblem: { ...adminProblem, handle: page('Problem') },
  adminProblems: { ...adminProblems, handle: page('Problems') },
  adminReceipts: { ...adminReceipts, handle: page('Receipts') },
  adminReconciliation: { ...adminReconciliation, handle: page('Reconciliation') },
};
export type AdminMoneyPageName = keyof typeof adminMoneyPages;
