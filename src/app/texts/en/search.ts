export const search: Record<string, string> = {
  查找内容: 'Search for',
  搜索: 'Search',
  '店铺、客户、员工、页面：名称、拼音、首字母或编号':
    'Stores, customers, staff, pages: name, pinyin, initials or code',
  在列表里看全部结果: 'See all results in the list',
  正在查找: 'Searching',
}
