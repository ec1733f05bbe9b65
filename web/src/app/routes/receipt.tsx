import { withParam } from '@/components/page/detail-page';
import { DocumentView } from '@/features/settings/components/documents/document-view';

export const Component = withParam('documentId', DocumentView);
