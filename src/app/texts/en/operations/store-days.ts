export const storeDays: Record<string, string> = {
  '{day} 的店铺日已建立': 'Store-days begun up to {day}',
}
