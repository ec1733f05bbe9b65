import type { Funnel } from '@desk/contracts/leads/funnels.schemas';
import { FunnelGuide } from './funnel-guide';
import { FunnelKeys } from './funnel-keys';
import { FunnelProblems } from './funnel-problems';
import { FunnelReport } from './funnel-report';
import { FunnelSettingsForm } from './funnel-settings-form';
import { TryFunnel } from './try-funnel';

/** Loaded with the page of a funnel alone. */
export const FunnelContent = ({ funnel }: { funnel: Funnel }) => (
  <div className="grid gap-6 xl:grid-cols-2">
    <div className="grid content-start gap-6">
      <FunnelSettingsForm funnel={funnel} />
      <FunnelKeys funnel={funnel} />
    </div>
    <div className="grid content-start gap-6">
      <FunnelReport funnelId={funnel.id} />
      <FunnelGuide funnel={funnel} />
      <TryFunnel funnel={funnel} />
      <FunnelProblems funnelId={funnel.id} />
    </div>
  </div>
);
