import { List } from '@/components/list/list';
import { Page } from '@/components/page/page';
import { ComparisonList } from './comparison-list';
import { differenceList } from './difference-list';

export const Component = () => (
  <Page description="Our payments, refunds and disputes compared with the card provider's. Nothing here changes a payment.">
    <ComparisonList />
    <List of={differenceList} />
  </Page>
);
