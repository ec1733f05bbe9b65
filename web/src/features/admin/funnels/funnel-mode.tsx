import type { FunnelMode } from '@desk/contracts/leads/funnels.values';
import { Badge, type Tone } from '@/components/ui/badge';

export const modeLabels: Record<FunnelMode, string> = { live: 'Live', test: 'Test mode', paused: 'Paused' };
const tones: Record<FunnelMode, Tone> = { live: 'brand', test: 'money', paused: 'neutral' };

export const FunnelModeBadge = ({ mode }: { mode: FunnelMode }) => (
  <Badge tone={tones[mode]}>{modeLabels[mode]}</Badge>
);
