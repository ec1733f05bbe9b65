import { withParam } from '@/components/page/detail-page';
import { SourceGuide } from '@/features/guides/components/source-guide';

export const Component = withParam('tool', SourceGuide);
