// Lists, trees and arrays of structures, on the heap and in globals.
#include <stdlib.h>
#include "../assertions.h"

struct node {
    void *payload;
    struct node *next;
};
struct tree {
    struct tree *left, *right, *parent;
    void *payload;
};

static int a, b, c;

static struct node *push(struct node *list, void *payload) {
    struct node *node = malloc(sizeof *node);
    node->payload = payload;
    node->next = list;
    return node;
}

static struct node *reverse(struct node *list) {
    struct node *done = 0;
    while (list) {
        struct node *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

static void insert(struct tree **root, struct tree *parent, void *payload) {
    while (*root) {
        parent = *root;
        root = payload < parent->payload ? &parent->left : &parent->right;
    }
    *root = calloc(1, sizeof **root);
    (*root)->payload = payload;
    (*root)->parent = parent;
}

static struct tree *leftmost(struct tree *tree) {
    return tree->left ? leftmost(tree->left) : tree;
}

struct record {
    long number;
    int *cells[3];
    struct node head;
};
static struct record records[4];

int main(void) {
    struct node *list = push(push(push(0, &a), &b), &c);
    assert_may_alias(list->payload, &c);
    assert_may_alias(list->next->next->payload, &a);
    struct node *second = list->next;
    list = reverse(list);
    assert_may_alias(list->payload, &a);
    assert_may_alias(list->next, second);

    int array[3];
    struct tree *root = 0;
    insert(&root, 0, &array[1]);
    insert(&root, 0, &array[0]);
    insert(&root, 0, &array[2]);
    assert_may_alias(leftmost(root)->payload, &array[0]);
    assert_may_alias(root->right->parent, root);
    assert_may_alias(root->right->parent->left, leftmost(root));

    records[unknown(2)].cells[unknown(1)] = &b;
    assert_may_alias(records[2].cells[1], &b);
    records[3].head.next = &records[unknown(2)].head;
    assert_may_alias(records[unknown(3)].head.next, &records[2].head);
    struct record *moving = records;
    for (int i = 0; i < unknown(3); i++) moving++;
    moving->head.payload = &c;
    assert_may_alias(records[3].head.payload, &c);
    assert_may_alias(moving, &records[3]);
    return 0;
}
