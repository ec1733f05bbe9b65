import type { FunnelMode } from '@desk/contracts/leads/funnels.values';
import { Badge } from '@/components/ui/badge';
import type { Tone } from '@/lib/tone';

export const modeLabels: Record<FunnelMode, string> = { live: 'Live', test: 'Test mode', paused: 'Paused' };
const tones: Record<FunnelMode, Tone> = { live: 'brand', test: 'money', paused: 'neutral' };

export const FunnelModeBadge = ({ mode }: { mode: FunnelMode }) => (
  <Badge tone={tones[mode]}>{modeLabels[mode]}</Badge>
);
