export const customerPage: Record<string, string> = {
  跟进与备注: 'Follow-ups and notes',
  '近 90 天各店合计；空心点缺部分店铺，断开处全缺':
    '90 days, all stores together; a hollow point lacks some stores, a gap lacks all',
  '近 90 天没有数据': 'No data in the last 90 days',
  '导入这位客户的店铺文件后，这里会画出每天的咨询量。':
    "Once files of this customer's stores are imported, each day's volume is drawn here.",
  已恢复合作: 'Resumed',
  合并重复: 'Merge duplicate',
  联系与合同: 'Contact and contract',
  不含已停止的: 'Without stopped ones',
  这位客户还没有店铺: 'This customer has no stores yet',
  名下店铺: 'Stores',
}
