export const recordImports: Record<string, string> = {
  '{header}“{text}”不是日期，应如 2026-05-15。': '{header} "{text}" is not a day; write it as 2026-05-15.',
  '{header}“{text}”应为数字，最多两位小数。':
    '{header} "{text}" should be a number with two decimals at most.',
  '{header}“{text}”应为整数。': '{header} "{text}" should be a whole number.',
  '{header}“{text}”应为百分比，如 95%。': '{header} "{text}" should be a percentage such as 95%.',
  '{header}没有“{text}”这一项，可填：{all}。': '{header} has no "{text}"; it may be: {all}.',
  '与第 {n} 行是同一条记录，请合并成一行。': 'The same record as in row {n}; make one row of the two.',
  资料导入: 'Import of records',
  '没有找到客户“{text}”，请填已登记的客户编号或全称。':
    'There is no customer "{text}"; enter the number or the full name of one that is registered.',
  '{header}“{text}”有 {n} 位同名，请改填用户名。':
    '{header} "{text}": people of that name: {n}. Enter the user name instead.',
  '{header}“{text}”不在本公司在职人员里，请填姓名或用户名。':
    '{header} "{text}" is not among the active people of the company; enter a name or a user name.',
  '没有编号为 {code} 的记录，或不在您可修改的范围内；新增请把编号留空。':
    'There is no record {code}, or you may not change it. For a new one leave the number empty.',
  '表里缺少这些列：{headers}。请下载模板，按模板的表头填写后再上传。':
    'The sheet lacks these columns: {headers}. Download the template, fill it in under its headers and upload it.',
  '表头下面没有数据，请填写后再上传。': 'There is nothing under the headers. Fill it in and upload it again.',
  '表里超过 {n} 行，请分成几个文件后再上传。':
    'The sheet has more than {n} rows. Split it into several files.',
  '这类记录不能导入。': 'Records of this kind cannot be imported.',
  '这份资料已经预检过。': 'This sheet has already been checked.',
  '这份资料已经写入过；要再导入，请重新上传。':
    'This sheet has already been written. To import again, upload it again.',
  更新: 'Update',
  冲突: 'Conflict',
  错误: 'Error',
  已新增: 'Added',
  已更新: 'Updated',
}
