import { Guide } from '@/features/guides/components/guide';
import { webhookGuide } from '@/features/guides/lib/guides';

export const Component = () => <Guide nodes={webhookGuide} />;
