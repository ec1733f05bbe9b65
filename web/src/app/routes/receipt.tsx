import { withParam } from '@/components/page/with-param';
import { DocumentView } from '@/features/settings/components/documents/document-view';

export const Component = withParam('documentId', DocumentView);
