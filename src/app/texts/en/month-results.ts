export const monthResults: Record<string, string> = {
  '结束月份不能早于开始月份。': 'The last month must not be before the first.',
  '最多可看 {n} 个月，请缩短范围。': 'At most {n} months can be shown. Choose a shorter range.',
}
