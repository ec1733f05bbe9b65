import { Module } from '@nestjs/common';
import { LeadSearchRepository } from './lead-search.repository.js';

@Module({ providers: [LeadSearchRepository], exports: [LeadSearchRepository] })
export class SearchModule {}
