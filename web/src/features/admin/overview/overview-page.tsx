import { List } from '@/components/list/list';
import { Page } from '@/components/page/page';
import { paymentList } from '../payments/payment-list';
import { userList } from '../users/user-list';
import { Totals } from './totals';

export const Component = () => (
  <Page>
    <Totals />
    <List of={userList} />
    <List of={paymentList} />
  </Page>
);
