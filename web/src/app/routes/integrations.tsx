import { ButtonLink } from '@/components/ui/button';
import { Page } from '@/components/page/page';
import { HowItWorks } from '@/features/integrations/components/how-it-works';
import { PushCard } from '@/features/integrations/components/push/push-card';
import { Integrations } from '@/features/integrations/components/integrations';

export const Component = () => (
  <Page
    description="Get your leads where you work, in addition to email."
    actions={
      <ButtonLink to="/integrations/deliveries" variant="secondary">
        See all deliveries
      </ButtonLink>
    }
  >
    <div className="grid items-start gap-x-16 gap-y-10 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <Integrations />
        <PushCard />
      </div>
      <HowItWorks />
    </div>
  </Page>
);
