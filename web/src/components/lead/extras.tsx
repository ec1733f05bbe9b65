import type { Extras } from '@desk/contracts/leads/leads.schemas';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';

interface ExtrasCardProps {
  extras: Extras | null;
  className?: string;
}

/** What the source sent with the lead beside its fields, by the source's own names. Nothing for most leads. */
export const ExtrasCard = ({ extras, className }: ExtrasCardProps) =>
  extras === null || extras.length === 0 ? null : (
    <Card title="Also sent by the source" {...(className === undefined ? {} : { className })}>
      <Facts facts={extras.map(({ name, value }) => [name, value])} />
    </Card>
  );
