import { withParam } from '@/components/page/with-param';
import { SourceGuide } from '@/features/guides/components/source-guide';

export const Component = withParam('tool', SourceGuide);
