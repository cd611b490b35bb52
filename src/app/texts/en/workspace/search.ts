export const search: Record<string, string> = {
  查找内容: 'Search for',
}
