export const churnRecords: Record<string, string> = {
  服务质量: 'Service quality',
  价格: 'Price',
  大促接待能力: 'Peak capacity',
  类目不匹配: 'Category mismatch',
  客服更换频繁: 'Agents changed often',
  沟通不畅: 'Poor communication',
  店铺关闭: 'Shop closed',
  转为自营客服: 'Taken in-house',
  季节性停止: 'Seasonal stop',
  店铺被平台处罚: 'Penalised by the platform',
  转至其他服务商: 'Other vendor',
  我方终止合作: 'Ended by us',
  '已有一条未结束的流失记录，请在那条记录上继续。':
    'There is a churn record that is not closed yet. Please continue on it.',
  '只有挽留中的记录才能确认流失，这条记录已经处理过。':
    'Only a record in retention can be confirmed. This one has been dealt with.',
  待反馈: 'No result yet',
  无效: 'Did not help',
  '这条流失记录已经处理过，不能再修改。':
    'This churn record has been dealt with and can no longer be changed.',
  '服务已经停止，不能撤销；请先确认流失，恢复合作时再召回。':
    'Service has already stopped, so the record cannot be withdrawn. Confirm the churn first, and win back when cooperation resumes.',
  '只有已流失的记录才能召回。': 'Only a confirmed churn can be won back.',
  '该客户已流失，请先召回客户，再恢复它的店铺。':
    'This customer has churned. Win back the customer first, then its stores.',
  '这条流失记录已经结束，不能再记措施。': 'This churn record is closed; no more measures can be added.',
  '召回日期不能早于最后服务日 {stopOn}。': 'The win-back cannot be before the last day of service, {stopOn}.',
  '请选择一位客户，或一家店铺。': 'Please choose one customer or one store.',
  '请选择本公司在职的商务、财务或管理员。':
    'Please choose an active sales, finance or admin of this company.',
  '请写明结果。': 'Please say what came of it.',
  '该客户已流失，不需要再登记流失风险。': 'This customer has churned already; there is no risk to register.',
  '这位客户没有未结束的流失记录；请先在客户流失里补登一条并确认，再召回。':
    'This customer has no open churn record. Add one under Customer churn and confirm it, then win back.',
  '店铺还没有开始服务，不需要登记流失。':
    'The store has not begun service, so there is no churn to register.',
}
