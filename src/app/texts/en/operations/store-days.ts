export const storeDays: Record<string, string> = {
  '{day} 的店铺日已建立。': 'Store-days begun up to {day}.',
  店铺日期行: 'Days of stores',
}
