export { createCallService } from './call-service.js';
