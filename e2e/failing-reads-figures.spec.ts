import { failingReads } from './support/failingReads.ts'

failingReads('figures', 'figures, reports and work logs')
