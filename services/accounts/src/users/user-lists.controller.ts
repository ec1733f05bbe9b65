import { HandleCommand } from '@desk/bullmq-transport';
import { findUsers, listUsers, nameUsers, type RequestOf, type ResponseOf } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { UserListsService } from './user-lists.service.js';

@Controller()
export class UserListsController {
  constructor(private readonly lists: UserListsService) {}

  @HandleCommand(listUsers)
  list(request: RequestOf<typeof listUsers>): Promise<ResponseOf<typeof listUsers>> {
    return this.lists.list(request);
  }

  @HandleCommand(findUsers)
  async find({ text, limit }: RequestOf<typeof findUsers>): Promise<ResponseOf<typeof findUsers>> {
    return { userIds: await this.lists.find(text, limit) };
  }

  @HandleCommand(nameUsers)
  async name({ userIds }: RequestOf<typeof nameUsers>): Promise<ResponseOf<typeof nameUsers>> {
    return { users: await this.lists.name(userIds) };
  }
}
