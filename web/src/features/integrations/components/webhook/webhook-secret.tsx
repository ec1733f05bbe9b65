import { NewSecret } from '@/components/secret/new-secret';

export const WebhookSecret = (props: { secret: string; onDone: () => void }) => (
  <NewSecret
    kind="secret"
    purpose="With it, your server can check that a lead really comes from us."
    {...props}
  />
);
