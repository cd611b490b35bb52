export const upcoming: Record<string, string> = {
  本页尚未开放: 'This page is not open yet',
  '开放后，这里会有': 'Once open, it will have',
  '在此之前：{text}。': 'Until then: {text}.',
  '打开{title}': 'Open {title}',
  '每个服务月份的应收和实收，从出账到收齐，都在这里。':
    'What is due and what was received for each service month, from the bill to the last receipt.',
  按店铺计费方式提出的账单: "Bills proposed from each store's pricing",
  '明细、折扣和到期日': 'Lines, discounts and due days',
  收款登记和逾期提醒: 'Receipts and overdue reminders',
  客户和合同资料仍可查看: 'Customers and contracts can be seen',
  '差旅、办公和赔付等费用，在这里填写、审核和打款。':
    'Travel, office, compensation and other costs are filled in, reviewed and paid here.',
  按归属月份填写的报销单和附件: 'Claims and attachments by month',
  '审核、退回和打款的经过': 'How each was reviewed, returned and paid',
  重复发票的提示: 'Warnings of repeated invoices',
<<<<<<< HEAD
  '把同一客户名下各店的咨询量合在一起看，并注明有几家店已报。':
    "The volume of all of a customer's stores together, with how many have reported.",
  客户每天的咨询量和变化: "Customers' daily volume and change",
  已报店铺数和应报店铺数: 'Stores reported and stores due',
  点开后各店的明细: "Each store's detail on a click",
  '各店每天的咨询量已可查看，可按客户筛选': "Each store's daily volume can be seen and filtered by customer",
  '每位客服每天接待了多少买家，来自平台文件，缺时取已通过的日志。':
    'How many buyers each agent handled each day, from platform files, else from approved logs.',
  每人每天的接待人数: 'Users handled per person and day',
  每人在各店的明细: "Each person's detail by store",
  数据来源的标注: 'Where each figure comes from',
  各店每天的咨询量已可查看: "Each store's daily volume can be seen",
=======
  '每周一比较客户上周的咨询量，列出需要跟进的客户。':
    "Every Monday customers' volume of the week before is compared, and those to follow up are listed.",
  接近或超出包含量的客户: 'Customers near or over their quota',
  比前四周明显下降或归零的客户: 'Customers clearly below the four weeks before, or at zero',
  缺数据的店铺和处理记录: 'Stores without data, and what was done',
  各店每天的咨询量和变化已可查看: "Each store's daily volume and change can be seen",
>>>>>>> cd00769 (reports: screens of the daily customer and worker report; every report compares with week and month)
  '每个月的收入、成本和毛利，结账后不再变动，可逐月对比。':
    'Revenue, cost and gross profit of each month, fixed once closed, comparable month by month.',
  应收与实收并列: 'Accrued and received side by side',
  各店成本和毛利: "Each store's cost and gross profit",
  '结账清单、结账和反结账': 'Checklist, closing and reopening',
}
