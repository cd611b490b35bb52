import type { Tone } from '#kit/ui/StatusTag.tsx'
import type { WorklogStatus } from './contract.ts'

/** How the state of a log is called and coloured, wherever one is shown. */
export const statusTags: Record<WorklogStatus, { label: string; tone: Tone }> = {
  draft: { label: '草稿', tone: 'orange' },
  submitted: { label: '已提交', tone: 'blue' },
  approved: { label: '已通过', tone: 'green' },
  returned: { label: '已退回', tone: 'red' },
}
