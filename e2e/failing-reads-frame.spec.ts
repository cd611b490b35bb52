import { failingReads } from './support/failingReads.ts'

failingReads('frame', 'the frame and the settings')
