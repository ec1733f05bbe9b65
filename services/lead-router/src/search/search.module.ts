import { Module } from '@nestjs/common';
import { LeadIndex } from './lead-index.js';
import { LeadSearchRepository } from './lead-search.repository.js';

@Module({ providers: [LeadIndex, LeadSearchRepository], exports: [LeadIndex, LeadSearchRepository] })
export class SearchModule {}
