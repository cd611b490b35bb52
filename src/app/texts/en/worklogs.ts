/** Work logs: their fields, states and reviews. The entry screen has its own table. */
export const worklogs: Record<string, string> = {
  满意: 'Satisfied',
  评价: 'Rated',
  工时: 'Hours',
  今日小结: 'Summary of the day',
  问题: 'Problems',
  建议: 'Suggestions',
  退回原因: 'Reason for returning',
}
